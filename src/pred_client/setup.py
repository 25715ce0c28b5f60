from setuptools import find_packages, setup

package_name = "pred_client"

setup(
    name=package_name,
    version="0.1.0",
    packages=find_packages(exclude=["test"]),
    package_data={package_name: ["py.typed"]},
    data_files=[
        ("share/ament_index/resource_index/packages", ["resource/" + package_name]),
        ("share/" + package_name, ["package.xml"]),
    ],
    install_requires=["setuptools"],
    zip_safe=False,
    maintainer="PRED maintainers",
    maintainer_email="maintainers@pred.invalid",
    description="Public Python client: do, stop, feedback, memory and plan of a running stack",
    license="Apache-2.0",
)
