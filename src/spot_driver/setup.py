from setuptools import find_packages, setup

package_name = "spot_driver"

setup(
    name=package_name,
    version="0.1.0",
    packages=find_packages(exclude=["test", "test.*"]),
    package_data={package_name: ["py.typed", "data/*.urdf"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + package_name]),
        ("share/" + package_name, ["package.xml"]),
    ],
    install_requires=["setuptools", "numpy", "scipy", "pillow", "protobuf", "bosdyn-client"],
    zip_safe=False,
    maintainer="PRED maintainers",
    maintainer_email="maintainers@pred.invalid",
    description="Boston Dynamics' Spot with arm: driver and ROS 2 bridge over bosdyn-client",
    license="Apache-2.0",
    entry_points={"console_scripts": ["bridge = spot_driver.start:bridge"]},
)
