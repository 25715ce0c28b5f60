from setuptools import find_packages, setup

package_name = "ur5_description"

setup(
    name=package_name,
    version="0.1.0",
    packages=find_packages(exclude=["test", "test.*"]),
    package_data={package_name: ["py.typed", "data/*.yaml", "data/*.urdf", "data/moveit/*"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + package_name]),
        ("share/" + package_name, ["package.xml"]),
    ],
    python_requires=">=3.12",
    install_requires=["setuptools", "numpy", "PyYAML", "scipy"],
    zip_safe=False,
    maintainer="PRED maintainers",
    maintainer_email="maintainers@pred.invalid",
    description="The UR5 and UR5e as data: kinematics, URDF, where the wrist camera sits, the numbers of RTDE's states",
    license="Apache-2.0",
)
